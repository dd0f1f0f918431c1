import { accountsRouter } from './features/accounts/router.ts'
import { auditRouter } from './features/audit/router.ts'
import { authRouter } from './features/auth/router.ts'
import { catalogueRouter } from './features/catalogue/router.ts'
import { chartsRouter } from './features/charts/router.ts'
import { citiesRouter } from './features/cities/router.ts'
import { clientsRouter } from './features/clients/router.ts'
import { commentsRouter } from './features/comments/router.ts'
import { devicesRouter } from './features/devices/router.ts'
import { feedsRouter } from './features/feeds/router.ts'
import { materialsRouter } from './features/goods/materials.ts'
import { materialTypesRouter, modelsRouter, tagTypesRouter } from './features/goods/named.ts'
import { partsRouter } from './features/goods/parts.ts'
import { projectsRouter } from './features/projects/router.ts'
import { repairsRouter } from './features/repairs/router.ts'
import { sitesRouter } from './features/sites/router.ts'
import { systemRouter } from './features/system/router.ts'
import { tracesRouter } from './features/traces/router.ts'
import { usersRouter } from './features/users/router.ts'
import { viewsRouter } from './features/views/router.ts'
import { router } from './trpc.ts'

/** The table of contents: every feature of the product, reached by all three doors. */
export const appRouter = router({
  auth: authRouter,
  users: usersRouter,
  devices: devicesRouter,
  feeds: feedsRouter,
  charts: chartsRouter,
  repairs: repairsRouter,
  comments: commentsRouter,
  traces: tracesRouter,
  sites: sitesRouter,
  clients: clientsRouter,
  accounts: accountsRouter,
  cities: citiesRouter,
  catalogue: catalogueRouter,
  materialTypes: materialTypesRouter,
  models: modelsRouter,
  tagTypes: tagTypesRouter,
  materials: materialsRouter,
  parts: partsRouter,
  projects: projectsRouter,
  views: viewsRouter,
  audit: auditRouter,
  system: systemRouter,
})
export type AppRouter = typeof appRouter
