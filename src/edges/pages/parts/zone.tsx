import { raw } from "hono/html";
import { clockLabel, isTimezone } from "../../../core/calendar.ts";
import { once } from "../../../core/language.ts";
import { useScene } from "./scene.ts";

const cityOf = (zone: string): string => zone.slice(zone.indexOf("/") + 1).replaceAll("_", " ");

const optionOf = (zone: string, chosen: string, words = cityOf(zone)): string =>
  `<option value="${zone}"${chosen}>${words}</option>`;

/** Every zone under its region, written once: they are four hundred, and names of the platform's own. */
const options = (): string =>
  once("zones", () =>
    [...Map.groupBy(Intl.supportedValuesOf("timeZone"), (zone) => zone.split("/")[0]!)]
      .map(
        ([region, zones]) =>
          `<optgroup label="${region}">${zones.map((zone) => optionOf(zone, "")).join("")}</optgroup>`,
      )
      .join(""),
  );

interface ZoneProps {
  name: string;
  id: string;
  value: string;
  /** The words for no zone, where there may be none. */
  none?: string;
}

/** A choice of time zones by their cities, with the clock there where one is chosen. */
export function ZoneChoice({ name, id, value, none }: ZoneProps) {
  const { now } = useScene();
  const plain = optionOf(value, "");
  const known = isTimezone(value) && options().includes(plain);
  const words = isTimezone(value) ? `${cityOf(value)} (now ${clockLabel("en", now, value)})` : value;
  return (
    <select class="in" name={name} id={id}>
      {none === undefined ? null : (
        <option value="" selected={value === ""}>
          {none}
        </option>
      )}
      {known || (none !== undefined && value === "") ? null : (
        <option value={value} selected>
          {words}
        </option>
      )}
      {raw(known ? options().replace(plain, optionOf(value, " selected", words)) : options())}
    </select>
  );
}
