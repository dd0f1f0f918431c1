import { useMemo } from 'react'
import { trpc } from '#client/trpc.ts'
import { plainImage, type WizardForm, withFreshLinks } from './wizard-form.ts'

/** Links of pictures expire after ten minutes; they are fetched again before that. */
const freshMilliseconds = 300_000
/** The server accepts at most this many paths in a request. */
const mostPaths = 100

/** Sketches and main image with valid links, also in a form that was left open or restored from an older draft. */
export function useLivingLinks(form: WizardForm): Pick<WizardForm, 'images' | 'mainImage'> {
  const paths = form.images
    .map(({ path }) => plainImage(path))
    .sort()
    .slice(0, mostPaths)
  const fresh = trpc.projects.images.useQuery(
    { paths },
    {
      enabled: paths.length > 0,
      staleTime: freshMilliseconds,
      refetchInterval: freshMilliseconds,
      meta: { silent: true },
    },
  )
  return useMemo(() => withFreshLinks(form, fresh.data ?? []), [form, fresh.data])
}
