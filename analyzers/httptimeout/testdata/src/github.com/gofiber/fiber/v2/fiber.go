// Package fiber stands for the real one.
package fiber

import "time"

type Config struct{ ReadTimeout time.Duration }

type App struct{}

func New(config ...Config) *App { return &App{} }

func (a *App) Listen(addr string) error { return nil }
