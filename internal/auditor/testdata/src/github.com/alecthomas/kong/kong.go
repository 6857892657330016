// Package kong stands for a library that calls methods of a grammar by reflection.
package kong

type Context struct{}

func Parse(grammar any) *Context           { return &Context{} }
func (*Context) Run(bindings ...any) error { return nil }
