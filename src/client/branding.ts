import type { PasswordPolicy } from '#shared/password-rule.ts'
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

type Brand = {
  brandText: string
  supportPhone: string
  passwordPolicy: PasswordPolicy
  companyId: number | undefined
  companyName: string | undefined
  loading: boolean
}

/** The texts of this deployment, and the base named by the host's subdomain. `loading` until they are loaded. */
export function useBranding(): Brand {
  const branding = trpc.auth.branding.useQuery(
    { domain: subDomainOf(location.hostname) },
    { staleTime: Number.POSITIVE_INFINITY, meta: { silent: true } },
  )
  const known = branding.data
  return {
    brandText: known?.brandText || defaultBrand,
    supportPhone: known?.supportPhone ?? '',
    passwordPolicy: known?.passwordPolicy ?? 'documented',
    companyId: known?.company?.id,
    companyName: known?.company?.name,
    loading: branding.isLoading,
  }
}
