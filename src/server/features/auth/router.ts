import { deploymentTexts } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { findSites } from '#server/features/sites/queries.ts'
import { mutation, openProcedure, procedure, query, router, type SignedInContext } from '#server/trpc.ts'
import {
  type Branding,
  BrandingRequest,
  ChangeCompanyRequest,
  CompaniesRequest,
  type CompanyChoice,
  CreateTokenRequest,
  LoginRequest,
  LogoutRequest,
  MintTicketRequest,
  TicketRequest,
} from '#shared/auth.ts'
import {
  OwnEndRequest,
  RefreshRequest,
  RegisterRequest,
  ResetPasswordRequest,
  SendCodeRequest,
  UpdatePasswordRequest,
} from '#shared/own-account.ts'
import type { Page } from '#shared/paging.ts'
import { changeCompany } from './change-company.ts'
import { createToken, mintTicket } from './issue-tokens.ts'
import { endOwn, ownSessions } from './own-sessions.ts'
import { companyOfDomain, findCompanies } from './queries.ts'
import { refresh } from './refresh.ts'
import { register } from './register.ts'
import { resetPasswordByCode } from './reset-password.ts'
import { sendCode } from './send-code.ts'
import { sessionInfo, signIn, signInByTicket } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { updateOwnPassword } from './update-password.ts'

async function branding(ctx: Context, domain: string | undefined): Promise<Branding> {
  const company = domain ? await companyOfDomain(ctx.readDb, domain) : null
  return { ...deploymentTexts(ctx.config), company }
}

async function sitesOfOwner(ctx: SignedInContext, request: CompaniesRequest): Promise<Page<CompanyChoice>> {
  const book = await ctx.services.places.book()
  const { data, totalCount } = await findSites(ctx.readDb, book, await ctx.services.places.narrow(ctx.scope), {
    ...request,
    orderWay: 'asc',
  })
  return {
    data: data.map(({ id, name }) => ({
      id,
      name,
      kind: 'base',
      superCompanyId: book.companies.get(id)?.superCompanyId ?? null,
    })),
    totalCount,
  }
}

/** Sign-in, sign-out, the caller's identity and company. */
export const authRouter = router({
  // The public key that encrypts passwords in requests.
  publicKey: openProcedure('auth.publicKey').query(({ ctx }) => ctx.services.keys.publicKey()),
  branding: openProcedure('auth.branding')
    .input(BrandingRequest)
    .query(({ ctx, input }) => branding(ctx, input.domain)),
  login: openProcedure('auth.login')
    .input(LoginRequest)
    .mutation(({ ctx, input }) => signIn(ctx, input)),
  loginByTicket: openProcedure('auth.loginByTicket')
    .input(TicketRequest)
    .mutation(({ ctx, input }) => signInByTicket(ctx, input.token)),
  // Sign-in by the remembered device of this browser.
  refresh: openProcedure('auth.refresh')
    .input(RefreshRequest)
    .mutation(({ ctx, input }) => refresh(ctx, input?.forget === true)),
  // A code for a new password, by text message.
  sendCode: openProcedure('auth.sendCode')
    .input(SendCodeRequest)
    .mutation(({ ctx, input }) => sendCode(ctx, input.phone)),
  resetPassword: openProcedure('auth.resetPassword')
    .input(ResetPasswordRequest)
    .mutation(({ ctx, input }) => resetPasswordByCode(ctx, input)),
  register: openProcedure('auth.register')
    .input(RegisterRequest)
    .mutation(({ ctx, input }) => register(ctx, input)),
  logout: openProcedure('auth.logout')
    .input(LogoutRequest)
    .mutation(({ ctx, input }) => signOut(ctx, input.token)),
  updatePassword: mutation('auth.updatePassword', UpdatePasswordRequest, updateOwnPassword),
  sessions: procedure('auth.sessions').query(({ ctx }) => ownSessions(ctx)),
  endOwn: mutation('auth.endOwn', OwnEndRequest, endOwn),
  // The caller's identity, permissions and menu.
  info: procedure('auth.info').query(({ ctx }) => sessionInfo(ctx, ctx.viewer)),
  mintTicket: mutation('auth.mintTicket', MintTicketRequest, (ctx, input) => mintTicket(ctx, input.userName)),
  createToken: mutation('auth.createToken', CreateTokenRequest, createToken),
  // The companies that the caller may enter. An owner of machines enters none, and gets the names of the sites with
  // their machines.
  companies: query('auth.companies', CompaniesRequest, (ctx, input) =>
    ctx.reach === 'client' || ctx.reach === 'account'
      ? sitesOfOwner(ctx, input)
      : findCompanies(ctx.readDb, ctx.viewer.userId, input),
  ),
  changeCompany: mutation('auth.changeCompany', ChangeCompanyRequest, changeCompany),
})
