//! Closed enums whose values have names in the protocol.

/// Declares a closed enum with `NAMES`, `name()` and `from_name()`.
macro_rules! named {
    ($(#[$outer:meta])* pub enum $name:ident {
        $($(#[$inner:meta])* $variant:ident = $text:literal),+ $(,)?
    }) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$inner])* $variant),+
        }

        impl $name {
            /// The names of all values, as the protocol writes them.
            pub const NAMES: &'static [&'static str] = &[$($text),+];

            /// The name of this value.
            pub const fn name(self) -> &'static str {
                match self { $($name::$variant => $text),+ }
            }

            /// The value with this name.
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($text => Some($name::$variant),)+ _ => None }
            }
        }
    };
}

pub(super) use named;
