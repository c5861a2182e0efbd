export function LoginPage() {
  return <h1>Welcome Back!</h1>
}
