//! The course of a run as a picture: one panel for each loss and each measure, by minutes.

use plotters::prelude::{ChartBuilder, IntoDrawingArea, LineSeries, SVGBackend};
use plotters::style::{BLUE, WHITE};

const WIDTH: u32 = 640;
/// Of one panel.
const HEIGHT: u32 = 200;

/// A panel: its name and its points.
type Panel<'a> = (&'a str, Vec<(f64, f64)>);

/// The picture of a curve, as SVG; `None` if the text is no curve or shows nothing yet.
pub(super) fn draw(curve: &str) -> Option<String> {
    let panels = panels(curve)?;
    let mut picture = String::new();
    {
        let size = (WIDTH, HEIGHT * panels.len() as u32);
        let root = SVGBackend::with_string(&mut picture, size).into_drawing_area();
        root.fill(&WHITE).ok()?;
        let areas = root.split_evenly((panels.len(), 1));
        for ((name, points), area) in panels.into_iter().zip(areas) {
            let [xs, ys] = [0, 1].map(|axis| range(&points, axis));
            let mut chart = ChartBuilder::on(&area)
                .caption(name, ("sans-serif", 16))
                .margin(8)
                .x_label_area_size(24)
                .y_label_area_size(64)
                .build_cartesian_2d(xs, ys)
                .ok()?;
            chart.configure_mesh().x_labels(8).y_labels(5).draw().ok()?;
            chart.draw_series(LineSeries::new(points, &BLUE)).ok()?;
        }
        root.present().ok()?;
    }
    Some(picture)
}

/// The columns of a curve that are worth a panel: numbers after the minutes, apart from standard
/// errors, with two values at least.
fn panels(curve: &str) -> Option<Vec<Panel<'_>>> {
    let mut lines = curve.lines();
    let header: Vec<&str> = lines.next()?.split(',').collect();
    let minutes = header.iter().position(|name| *name == "minutes")?;
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    let columns = header.iter().enumerate().skip(minutes + 1);
    let panels: Vec<_> = columns
        .filter(|(_, name)| !name.ends_with("_se"))
        .map(|(column, name)| {
            let number = |row: &[&str], at: usize| row.get(at)?.parse::<f64>().ok();
            let point = |row: &Vec<&str>| Some((number(row, minutes)?, number(row, column)?));
            (*name, rows.iter().filter_map(point).collect::<Vec<_>>())
        })
        .filter(|(_, points)| points.len() > 1)
        .collect();
    (!panels.is_empty()).then_some(panels)
}

/// The range of an axis (0 or 1), never empty.
fn range(points: &[(f64, f64)], axis: usize) -> std::ops::Range<f64> {
    let value = |point: &(f64, f64)| if axis == 0 { point.0 } else { point.1 };
    let (low, high) = points
        .iter()
        .map(value)
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
    let space = ((high - low) * 0.05).max(1e-6);
    low - space..high + space
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_becomes_a_panel_for_each_column_that_has_numbers() {
        let curve = "stage,step,games,positions,minutes,loss,race_error,race_se,greedy_points\n\
                     a,1,1,1,0.5,0.02,,,1.0\na,2,2,2,1.0,0.01,,,1.5\nb,1,3,3,1.5,0.015,,,1.25\n";
        let panels = panels(curve).unwrap();
        let names: Vec<&str> = panels.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, ["loss", "greedy_points"]);
        assert_eq!(panels[1].1, [(0.5, 1.0), (1.0, 1.5), (1.5, 1.25)]);
        let picture = draw(curve).unwrap();
        assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"));
        assert!(picture.contains("greedy_points") && !picture.contains("race"));
    }

    #[test]
    fn what_shows_nothing_is_not_drawn() {
        assert_eq!(draw(""), None);
        assert_eq!(draw("stage,minutes,loss\na,1.0,0.5\n"), None);
        assert_eq!(draw("a,b\n1,2\n1,3\n"), None);
    }
}
