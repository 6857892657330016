// Package fiber is a stub.
package fiber

type App struct{}

func New() *App { return new(App) }

func (a *App) Listen(addr string) error { return nil }

func (a *App) Shutdown() error { return nil }
