import { clockLabel, isTimezone } from "../../../core/calendar.ts";
import { once } from "../../../core/language.ts";
import { useScene } from "./scene.ts";

/** Every zone by its region: "Europe", then "Europe/Berlin". */
const regions = () =>
  once("zones", () => [...Map.groupBy(Intl.supportedValuesOf("timeZone"), (zone) => zone.split("/")[0]!)]);

const cityOf = (zone: string): string => zone.slice(zone.indexOf("/") + 1).replaceAll("_", " ");

interface ZoneProps {
  name: string;
  id: string;
  value: string;
}

/** A choice of time zones by their cities, with the clock there where one is chosen. */
export function ZoneChoice({ name, id, value }: ZoneProps) {
  const { now } = useScene();
  const known = regions().some(([, zones]) => zones.includes(value));
  const shown = (zone: string) =>
    zone === value ? `${cityOf(zone)} (now ${clockLabel("en", now, zone)})` : cityOf(zone);
  return (
    <select class="in" name={name} id={id}>
      {known ? null : (
        <option value={value} selected>
          {isTimezone(value) ? shown(value) : value}
        </option>
      )}
      {regions().map(([region, zones]) => (
        <optgroup label={region}>
          {zones.map((zone) => (
            <option value={zone} selected={zone === value}>
              {shown(zone)}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  );
}
