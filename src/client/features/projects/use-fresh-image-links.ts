import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { trpcClient } from '#client/trpc.ts'
import { imageName, inParts, type WizardForm, withFreshLinks } from './wizard-form.ts'

/** Links of pictures expire after ten minutes; they are fetched again before that. */
const freshMilliseconds = 300_000
/** This many names of images, of 36 characters, fit in the address of a call, which has at most 2,000. */
const mostNames = 30

/** Sketches and main image with valid links, also in a form that was left open or restored from an older draft. */
export function useFreshImageLinks(form: WizardForm): Pick<WizardForm, 'images' | 'mainImage'> {
  const names = form.images.map(({ path }) => imageName(path)).sort()
  const fresh = useQuery({
    queryKey: [['projects', 'images'], names],
    queryFn: async () => {
      const parts = inParts(names, mostNames).map((paths) => trpcClient.projects.images.query({ paths }))
      return (await Promise.all(parts)).flat()
    },
    enabled: names.length > 0,
    staleTime: freshMilliseconds,
    refetchInterval: freshMilliseconds,
    meta: { silent: true },
  })
  return useMemo(() => withFreshLinks(form, fresh.data ?? []), [form, fresh.data])
}
