import { build } from 'esbuild'
import fc from 'fast-check'
import { chromium } from 'playwright'
import { referenceCatalogue } from '#shared/selection/reference-catalogue.ts'
import { selectEquipment } from '#shared/selection/select.ts'
import { chromiumFlags, requireChromium } from '#tests/support/chromium.ts'
import { exampleA, validProjects } from '#tests/support/projects.ts'
import type { Figure } from './bench.ts'
import { median } from './load.ts'

const rounds = 200

/** Milliseconds of each calculation, after as many to warm up. */
function timesOf<Project>(projects: readonly Project[], calculate: (project: Project) => unknown): number[] {
  for (const project of projects) calculate(project)
  return projects.map((project) => {
    const started = performance.now()
    calculate(project)
    return performance.now() - started
  })
}

/** The same module, bundled as a browser gets it. */
async function timesInBrowser(projects: readonly unknown[]): Promise<number[]> {
  const bundled = await build({
    stdin: {
      contents: `import { selectEquipment } from '#shared/selection/select.ts'
        import { referenceCatalogue } from '#shared/selection/reference-catalogue.ts'
        const calculate = (project) => selectEquipment(project, referenceCatalogue)
        ${timesOf.toString()}
        globalThis.measure = (projects) => timesOf(projects, calculate)`,
      resolveDir: process.cwd(),
    },
    bundle: true,
    minify: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
  })
  const browser = await chromium.launch({ executablePath: requireChromium().path, args: chromiumFlags })
  try {
    const page = await browser.newPage()
    await page.addScriptTag({ content: bundled.outputFiles[0]?.text ?? '' })
    return await page.evaluate((given) => (Reflect.get(globalThis, 'measure') as (projects: unknown[]) => number[])(given), [...projects])
  } finally {
    await browser.close()
  }
}

/** One calculation with all alternatives, what-ifs and ways out, as it runs with every key that is typed. */
export async function measureSelection(): Promise<Figure[]> {
  const calculate = (project: typeof exampleA) => selectEquipment(project, referenceCatalogue)
  const example = Array.from({ length: rounds }, () => exampleA)
  const random = fc.sample(validProjects, { numRuns: rounds, seed: 26 })
  const figure = (measure: string, conditions: string, value: number, limit: number): Figure => ({
    measure,
    conditions,
    figure: value,
    unit: 'ms',
    limit,
    better: 'lower',
  })
  const conditions = `median of ${rounds}, with alternatives, what-ifs and trace`
  return [
    figure('selection of worked example A, Node', conditions, median(timesOf(example, calculate)), 5),
    figure('selection of random projects, Node', conditions, median(timesOf(random, calculate)), 5),
    figure('selection of worked example A, browser', conditions, median(await timesInBrowser(example)), 16),
    figure('selection of random projects, browser', conditions, median(await timesInBrowser(random)), 16),
  ]
}
