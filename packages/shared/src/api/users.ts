import {
  changePasswordSchema,
  changeUserSchema,
  endLoginsSchema,
  deleteAccountSchema,
  forgottenPasswordSchema,
  loginSchema,
  meSchema,
  registeredSchema,
  registerSchema,
  resetPasswordSchema,
  sessionSchema,
  userSchema,
} from '../entities/user'
import { endpoint } from './endpoint'

export const register = endpoint({
  method: 'POST',
  path: '/users/register',
  access: 'visitor',
  body: registerSchema,
  answers: { 201: registeredSchema },
})

export const logIn = endpoint({
  method: 'POST',
  path: '/users/login',
  access: 'visitor',
  body: loginSchema,
  answers: { 200: sessionSchema },
})

export const logOutEverywhere = endpoint({
  method: 'POST',
  path: '/users/logout-everywhere',
  access: 'account',
  scope: 'login',
  body: endLoginsSchema,
  answers: { 204: null },
})

export const readMe = endpoint({
  method: 'GET',
  path: '/users/me',
  access: 'account',
  answers: { 200: meSchema },
})

export const changeUser = endpoint({
  method: 'PATCH',
  path: '/users/me',
  access: 'account',
  body: changeUserSchema,
  answers: { 200: userSchema },
})

export const changePassword = endpoint({
  method: 'PUT',
  path: '/users/password',
  access: 'account',
  scope: 'login',
  body: changePasswordSchema,
  answers: { 200: sessionSchema },
})

export const forgetPassword = endpoint({
  method: 'POST',
  path: '/users/forgotten-password',
  access: 'visitor',
  body: forgottenPasswordSchema,
  answers: { 204: null },
})

export const resetPassword = endpoint({
  method: 'PUT',
  path: '/users/forgotten-password',
  access: 'visitor',
  body: resetPasswordSchema,
  answers: { 204: null },
})

export const exportAccount = endpoint({
  method: 'GET',
  path: '/users/export',
  access: 'account',
  scope: 'manage',
  answers: { 200: { contentTypes: ['application/zip'] } },
})

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/users/deletion',
  access: 'account',
  scope: 'login',
  body: deleteAccountSchema,
  answers: { 204: null },
})
