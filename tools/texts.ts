// Lists what the catalogues of the pages lack, by language. A missing text is shown in English.
import { neededTexts, problemsOf, translated } from "./texts/catalogues.ts";

const needed = neededTexts();
for (const language of translated) {
  const problems = problemsOf(language, needed);
  console.log(`${language}: ${needed.length} texts, ${problems.length} problems`);
  for (const { key, problem } of problems) console.log(`  ${problem}: ${JSON.stringify(key)}`);
}
