//! Positions as text: NPN and GNU Backgammon's, eXtreme Gammon's and FIBS's forms.
