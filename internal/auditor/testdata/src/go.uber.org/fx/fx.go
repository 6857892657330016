// Package fx stands for a library of dependency injection.
package fx

import "context"

type Option interface{ apply() }

type option struct{ f any }

func (option) apply() {}

func Provide(constructors ...any) Option { return option{constructors} }
func Invoke(funcs ...any) Option         { return option{funcs} }

type Hook struct{ OnStart, OnStop func(context.Context) error }

type Lifecycle interface{ Append(Hook) }

type App struct{}

func New(opts ...Option) *App { return &App{} }
func (*App) Run()             {}
