import { FeedSourceRow } from '#shared/feed-sources.ts'
import { deletedAnswer, listOf, savedAnswer } from './answer-schemas.ts'
import { type Route, route } from './route.ts'

/** Sources from which feeds are fetched automatically. */
export const feedSourceRoutes: readonly Route[] = [
  route('POST', '/feedSources/find/', 'feedSources.find', {
    title: 'api.feedSourceFind',
    answer: listOf(FeedSourceRow),
    example: { body: { page: 1, size: 20 } },
  }),
  route('POST', '/feedSources/save', 'feedSources.save', {
    title: 'api.feedSourceSave',
    answer: savedAnswer,
    example: { body: { address: 'https://feeds.example/devices.csv', everyMinutes: 30, companyId: 2 } },
  }),
  route('POST', '/feedSources/switch', 'feedSources.setStatus', {
    title: 'api.feedSourceSwitch',
    answer: savedAnswer,
    example: { needs: 'api.needs.feedSource', body: { id: 1, on: false, rowVersion: 1 } },
  }),
  route('POST', '/feedSources/pull/:id', 'feedSources.pull', {
    title: 'api.feedSourcePull',
    answer: deletedAnswer,
    example: { needs: 'api.needs.feedSource', params: { id: 1 } },
  }),
  route('POST', '/feedSources/delete/:id', 'feedSources.delete', {
    title: 'api.feedSourceDelete',
    answer: deletedAnswer,
    example: { needs: 'api.needs.feedSource', params: { id: 1 } },
  }),
]
