// Package cli stands for a library that calls functions of fields which it takes for
// anything.
package cli

type Context struct{}

type ActionFunc func(*Context) error

type Command struct {
	Name   string
	Action ActionFunc
}

type App struct {
	Action   ActionFunc
	Commands []*Command
}

func (*App) Run(args []string) error { return nil }
