import type { Bench, Figure } from './bench.ts'
import { measureAnswering } from './measure-answering.ts'
import { measureAttacks } from './measure-attacks.ts'
import { measureBuffers } from './measure-buffers.ts'
import { measureBundles } from './measure-bundles.ts'
import { measureBurst } from './measure-burst.ts'
import { measureCharts } from './measure-charts.ts'
import { measureCompanies } from './measure-companies.ts'
import { measureExport } from './measure-export.ts'
import { measureEmbeddedFeed, measureFeed } from './measure-feed.ts'
import { measureHistory } from './measure-history.ts'
import { measureFeedsAtOnce, measureLargeFeed } from './measure-large-feed.ts'
import { measureLive } from './measure-live.ts'
import { measureMessages } from './measure-messages.ts'
import { measurePages } from './measure-pages.ts'
import { measurePdf } from './measure-pdf.ts'
import { measurePlans } from './measure-plans.ts'
import { measureSelection } from './measure-selection.ts'
import { measureSignIn } from './measure-sign-in.ts'
import { measureStart } from './measure-start.ts'
import { measureThroughput } from './measure-throughput.ts'
import { measureTransfer } from './measure-transfer.ts'
import { measureWorkbook } from './measure-workbook.ts'

export type Measure = { name: string; run(bench: Bench): Promise<Figure[]> }

/**
 * One file for each promised figure of the product. The time from a fresh clone to the first screen is measured by
 * hand.
 */
export const measures: readonly Measure[] = [
  { name: 'bundles', run: measureBundles },
  { name: 'buffers', run: measureBuffers },
  { name: 'start', run: measureStart },
  { name: 'throughput', run: measureThroughput },
  { name: 'pages', run: measurePages },
  { name: 'charts', run: measureCharts },
  { name: 'companies', run: measureCompanies },
  { name: 'plans', run: measurePlans },
  { name: 'feed', run: measureFeed },
  { name: 'feed-embedded', run: measureEmbeddedFeed },
  { name: 'feed-memory', run: measureLargeFeed },
  { name: 'feeds-at-once', run: measureFeedsAtOnce },
  { name: 'live', run: measureLive },
  { name: 'messages', run: measureMessages },
  { name: 'transfer', run: measureTransfer },
  { name: 'answering', run: measureAnswering },
  { name: 'attacks', run: measureAttacks },
  { name: 'burst', run: measureBurst },
  { name: 'history', run: measureHistory },
  { name: 'export', run: measureExport },
  { name: 'workbook', run: measureWorkbook },
  { name: 'selection', run: measureSelection },
  { name: 'pdf', run: measurePdf },
  { name: 'sign-in', run: measureSignIn },
]
