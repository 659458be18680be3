import { MAX_ROWS } from "../../../core/chart.ts";
import { signedPercent } from "../../../core/numbers-as-text.ts";
import type { Trend } from "../../../flows/browse/trends.ts";
import { Button } from "../parts/form.tsx";
import { Name } from "../parts/name.tsx";
import { CsvLink } from "../parts/pieces.tsx";
import { Time } from "../parts/time.tsx";
import { addressOf, isPlace, TRENDS, type TrendsAsked } from "./address.ts";

const MAX_MOVERS = 20;

/** Less is none that people would see. */
const LEAST_PERCENT = 0.05;

const isNone = (change: number, asked: TrendsAsked): boolean => Math.abs(change) < (isPlace(asked) ? 1 : LEAST_PERCENT);

/** A change in words: percent, or places. */
export function changeText(change: number, asked: TrendsAsked): string {
  if (isNone(change, asked)) return "no change";
  return isPlace(asked) ? `${change < 0 ? "−" : "+"}${Math.abs(change)}` : signedPercent("en", change);
}

/** What moved the most, and what is drawn of it. */
export const Movers = ({ all, drawn, asked }: { all: Trend[]; drawn: Trend[]; asked: TrendsAsked }) => {
  const { group, room, name } = asked.comparison;
  const shown = [...new Set([...drawn, ...all.slice(0, MAX_MOVERS)])];
  return (
    <form method="get" action={TRENDS} class="card">
      <input type="hidden" name="what" value={name} />
      <input type="hidden" name="days" value={`${asked.days}`} />
      <div class="cap">
        <h2>Biggest changes</h2>
        <CsvLink href={addressOf(asked, `${TRENDS}.csv`)} of="the biggest changes" />
      </div>
      <div class="sums movers">
        <table>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col" class="r">
                Before
              </th>
              <th scope="col" class="r">
                Now
              </th>
              <th scope="col" class="r">
                Change
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((one) => (
              <tr>
                <td>
                  <label class="pick">
                    <input class="tick" type="checkbox" name="s" value={one.key} checked={drawn.includes(one)} />
                    <span class="any">
                      <Name of={one.name} />
                      <a class="xs soft" href={`${room.path}/${one.targetId}`}>
                        <Name of={one.of} />
                      </a>
                    </span>
                  </label>
                </td>
                <td class="r">
                  {group.text(one.before)}
                  {one.since === null ? null : (
                    <small class="soft">
                      {" "}
                      since <Time at={one.since} />
                    </small>
                  )}
                </td>
                <td class="r">{group.text(one.after)}</td>
                <Change of={one.change} asked={asked} />
              </tr>
            ))}
          </tbody>
        </table>
        <p class="line">
          <Button>Show selected</Button>
          <span class="small soft">Up to {MAX_ROWS}.</span>
        </p>
      </div>
    </form>
  );
};

const Change = ({ of, asked }: { of: number; asked: TrendsAsked }) => {
  if (isNone(of, asked)) return <td class="r soft">{changeText(of, asked)}</td>;
  return (
    <td class={of > 0 ? "r up strong" : "r down strong"}>
      {of > 0 ? "▲ " : "▼ "}
      {changeText(of, asked)}
    </td>
  );
};
