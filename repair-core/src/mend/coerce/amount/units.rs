//! Units of measure and the names they go by.

/// What a unit measures. A value in one dimension says nothing in another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dimension {
    Time,
    Mass,
    Length,
    Area,
    Volume,
    Speed,
    Data,
    Power,
    Energy,
    Temperature,
    Money,
    Share,
    Count,
}

/// A unit: a row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unit {
    row: usize,
    pub(super) dimension: Dimension,
}

use Dimension::{Area, Count, Data, Energy, Length, Mass, Money, Power, Share, Speed, Temperature, Time, Volume};

/// Lower-case names. What may stand for two units, as `pounds`, `kr` and `tons` may, is none.
const UNITS: &[(Dimension, &[&str])] = &[
    (Time, &["ms", "msec", "millisecond", "milliseconds", "millisekunden", "millis"]),
    (Time, &["s", "sec", "secs", "second", "seconds", "sekunde", "sekunden", "seconde", "secondes", "segundos", "secondi"]),
    (Time, &["min", "mins", "minute", "minutes", "minuten", "minuto", "minutos", "minuti"]),
    (Time, &["h", "hr", "hrs", "std", "hour", "hours", "stunde", "stunden", "heure", "heures", "hora", "horas", "ora", "ore"]),
    (Time, &["d", "day", "days", "tag", "tage", "jour", "jours", "día", "días", "dia", "dias", "giorno", "giorni"]),
    (Time, &["week", "weeks", "woche", "wochen", "semaine", "semaines", "semana", "semanas", "settimana", "settimane"]),
    (Time, &["month", "months", "monat", "monate", "mois", "mes", "meses", "mese", "mesi"]),
    (Time, &["year", "years", "yr", "yrs", "jahr", "jahre", "an", "ans", "année", "années", "año", "años", "anno", "anni"]),
    (Mass, &["mg", "milligram", "milligrams"]),
    (Mass, &["g", "gram", "grams", "gramm", "gramme", "grammes"]),
    (Mass, &["kg", "kgs", "kilo", "kilos", "kilogram", "kilograms", "kilogramm", "kilogramme", "kilogrammes"]),
    (Mass, &["t", "tonne", "tonnes", "tonnen"]),
    (Mass, &["lb", "lbs"]),
    (Mass, &["oz", "ounce", "ounces"]),
    (Length, &["mm", "millimeter", "millimeters", "millimetre", "millimetres"]),
    (Length, &["cm", "centimeter", "centimeters", "centimetre", "centimetres", "zentimeter"]),
    (Length, &["m", "meter", "meters", "metre", "metres", "mètre", "mètres", "metro", "metros", "metri"]),
    (Length, &["km", "kilometer", "kilometers", "kilometre", "kilometres", "kilómetros", "chilometri"]),
    (Length, &["in", "inch", "inches"]),
    (Length, &["ft", "foot", "feet"]),
    (Length, &["yd", "yard", "yards"]),
    (Length, &["mi", "mile", "miles"]),
    (Area, &["m²", "sqm"]),
    (Area, &["km²"]),
    (Area, &["ha", "hectare", "hectares", "hektar"]),
    (Area, &["ft²", "sqft"]),
    (Volume, &["ml", "milliliter", "milliliters", "millilitre", "millilitres"]),
    (Volume, &["cl", "centiliter", "centilitre"]),
    (Volume, &["l", "liter", "liters", "litre", "litres", "litro", "litros", "litri"]),
    (Volume, &["m³"]),
    (Speed, &["km/h", "kmh", "kph"]),
    (Speed, &["m/s"]),
    (Speed, &["mph"]),
    (Data, &["byte", "bytes"]),
    (Data, &["kb", "kilobyte", "kilobytes"]),
    (Data, &["mb", "megabyte", "megabytes"]),
    (Data, &["gb", "gigabyte", "gigabytes"]),
    (Data, &["tb", "terabyte", "terabytes"]),
    (Data, &["kib", "kibibytes"]),
    (Data, &["mib", "mebibytes"]),
    (Data, &["gib", "gibibytes"]),
    (Power, &["w", "watt", "watts"]),
    (Power, &["kw", "kilowatt", "kilowatts"]),
    (Energy, &["wh"]),
    (Energy, &["kwh"]),
    (Temperature, &["°c", "celsius"]),
    (Temperature, &["°f", "fahrenheit"]),
    (Money, &["€", "eur", "euro", "euros"]),
    (Money, &["$", "usd", "us$", "dollar", "dollars"]),
    (Money, &["£", "gbp"]),
    (Money, &["¥", "jpy", "yen"]),
    (Money, &["chf", "franken", "sfr"]),
    (Money, &["zł", "pln", "złoty", "zloty"]),
    (Money, &["kč", "czk"]),
    (Money, &["sek"]),
    (Money, &["nok"]),
    (Money, &["dkk"]),
    (Money, &["₹", "inr", "rupees"]),
    (Money, &["₩", "krw"]),
    (Money, &["₽", "rub"]),
    (Money, &["₺"]),
    (Money, &["aud", "a$"]),
    (Money, &["cad", "c$"]),
    (Money, &["cent", "cents"]),
    (Share, &["%", "percent", "pct", "percentage", "prozent"]),
    (Count, &["pcs", "pc", "piece", "pieces", "stück", "stk", "unit", "units", "item", "items", "people", "persons", "person"]),
];

impl Unit {
    /// The unit of that name. A letter alone is one in lower case, but for `L`; `Mb` are bits to some.
    pub(super) fn of(name: &str) -> Option<Self> {
        let lower = name.to_lowercase();
        let letters = name.chars().count();
        let another = (letters == 1 && lower != name && name != "L" && name != "W")
            || (letters == 2 && name.ends_with('b') && name != lower);
        let known = |(_, names): &(Dimension, &[&str])| names.contains(&lower.as_str());
        let row = UNITS.iter().position(known).filter(|_| !another)?;
        UNITS.get(row).map(|(dimension, _)| Self { row, dimension: *dimension })
    }
}

#[cfg(test)]
mod tests {
    use super::{UNITS, Unit};

    #[test]
    fn no_name_stands_for_two_units() {
        let mut names: Vec<&str> = UNITS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn case_makes_another_unit_of_a_letter() {
        assert_eq!(Unit::of("KG"), Unit::of("kilograms"));
        assert_eq!(Unit::of("L"), Unit::of("litre"));
        assert_eq!(Unit::of("MB"), Unit::of("mb"));
        for name in ["M", "S", "T", "Mb", "Kb", "pounds", "kr", ""] {
            assert_eq!(Unit::of(name), None, "{name}");
        }
    }
}
