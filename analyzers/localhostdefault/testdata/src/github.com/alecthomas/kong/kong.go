package kong

type Context struct{}

func Parse(cli any) *Context { return nil }
