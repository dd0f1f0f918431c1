import { runInThisContext } from 'node:vm'
import { build } from 'esbuild'
import fc from 'fast-check'
import { chromium } from 'playwright'
import type { Catalogue } from '#shared/selection/model.ts'
import { referenceCatalogue } from '#shared/selection/reference-catalogue.ts'
import { chromiumFlags, requireChromium } from '#tests/support/chromium.ts'
import { modelsOfPoints } from '#tests/support/made-up-catalogues.ts'
import { exampleA, validProjects } from '#tests/support/projects.ts'
import type { Figure } from './bench.ts'
import { median } from './load.ts'

const rounds = 200
/** As large as several manufacturers' catalogues together: models, and points of each. */
const [models, points] = [500, 8]

/** Return the milliseconds of each calculation, after the same number of warm-up runs. */
function timesOf<Project>(projects: readonly Project[], calculate: (project: Project) => unknown): number[] {
  for (const project of projects) calculate(project)
  return projects.map((project) => {
    const started = performance.now()
    calculate(project)
    return performance.now() - started
  })
}

type Given = { projects: readonly unknown[]; catalogue: Catalogue }
type Measure = (given: Given) => number[]

/** Bundle the module as for server and browser; it sets the global `measure`. */
async function bundle(): Promise<string> {
  const bundled = await build({
    stdin: {
      contents: `import { selectEquipment } from '#shared/selection/select.ts'
        ${timesOf.toString()}
        globalThis.measure = ({ projects, catalogue }) => timesOf(projects, (project) => selectEquipment(project, catalogue))`,
      resolveDir: process.cwd(),
    },
    bundle: true,
    minify: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
  })
  return bundled.outputFiles[0]?.text ?? ''
}

async function timesInBrowser(script: string, given: Given): Promise<number[]> {
  const browser = await chromium.launch({ executablePath: requireChromium().path, args: chromiumFlags })
  try {
    const page = await browser.newPage()
    await page.addScriptTag({ content: script })
    return await page.evaluate((of) => (Reflect.get(globalThis, 'measure') as (of: unknown) => number[])(of), given)
  } finally {
    await browser.close()
  }
}

function timesInNode(script: string, given: Given): number[] {
  runInThisContext(script)
  return (Reflect.get(globalThis, 'measure') as Measure)(given)
}

/** Measure one calculation with all alternatives, what-ifs and remedies, as it runs on every keystroke. */
export async function measureSelection(): Promise<Figure[]> {
  const script = await bundle()
  const large: Catalogue = { version: 'bench', source: 'bench', models: modelsOfPoints(models, points) }
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
  const ofLarge = `${conditions}; ${models} models of ${points} points`
  const inNode = (projects: readonly unknown[], catalogue: Catalogue) =>
    median(timesInNode(script, { projects, catalogue }))
  const inBrowser = async (projects: readonly unknown[], catalogue: Catalogue) =>
    median(await timesInBrowser(script, { projects: [...projects], catalogue }))
  return [
    figure('selection of worked example A, Node', conditions, inNode(example, referenceCatalogue), 5),
    figure('selection of random projects, Node', conditions, inNode(random, referenceCatalogue), 5),
    figure('selection from a large catalogue, example A, Node', ofLarge, inNode(example, large), 5),
    figure('selection from a large catalogue, random projects, Node', ofLarge, inNode(random, large), 5),
    figure('selection of worked example A, browser', conditions, await inBrowser(example, referenceCatalogue), 5),
    figure('selection of random projects, browser', conditions, await inBrowser(random, referenceCatalogue), 5),
    figure('selection from a large catalogue, example A, browser', ofLarge, await inBrowser(example, large), 5),
    figure('selection from a large catalogue, random projects, browser', ofLarge, await inBrowser(random, large), 5),
  ]
}
