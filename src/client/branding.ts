import type { Branding, DeploymentTexts } from '#shared/auth.ts'
import { trpc } from './trpc.ts'

const defaultBrand = 'Coldfleet'
const labelsOfPlainHost = 2

/**
 * Return the first label of a host with a subdomain, which names a base; undefined for a plain host or an IP address.
 */
export function subDomainOf(host: string): string | undefined {
  const labels = host.split('.')
  return labels.length > labelsOfPlainHost && !/^[\d.]+$/.test(host) ? labels[0] : undefined
}

/** The texts of the deployment that the page carries; null in development, where the page carries none. */
function textsOfPage(): DeploymentTexts | null {
  const content = document.querySelector<HTMLMetaElement>('meta[name=branding]')?.content
  return content === undefined ? null : JSON.parse(content)
}
const carried = textsOfPage()

type Brand = DeploymentTexts & {
  companyId: number | undefined
  companyName: string | undefined
  loading: boolean
}

/**
 * The texts of this deployment, and the base named by the host's subdomain; only a base needs a call. `loading` until
 * the texts are known.
 */
export function useBranding(): Brand {
  const domain = subDomainOf(location.hostname)
  const known: Branding | undefined = carried ? { ...carried, company: null } : undefined
  const branding = trpc.auth.branding.useQuery(
    { domain },
    {
      staleTime: Number.POSITIVE_INFINITY,
      meta: { silent: true },
      ...(domain === undefined ? { initialData: known } : { placeholderData: known }),
    },
  )
  const { brandText, supportPhone, passwordPolicy, company } = branding.data ?? {}
  return {
    brandText: brandText || defaultBrand,
    supportPhone: supportPhone ?? '',
    passwordPolicy: passwordPolicy ?? 'documented',
    companyId: company?.id,
    companyName: company?.name,
    loading: branding.isLoading,
  }
}
