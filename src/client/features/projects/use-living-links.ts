import { useMemo } from 'react'
import { trpc } from '#client/trpc.ts'
import { plainImage, type WizardForm, withFreshLinks } from './wizard-form.ts'

/** Links of pictures end after ten minutes; these are fetched anew before that. */
const freshMilliseconds = 300_000
/** The server answers no more at once. */
const mostPaths = 100

/** Sketches and main image with links that work, also in a form that was left open, or comes from a draft of yesterday. */
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
