package fx

import "context"

type Hook struct{ OnStart, OnStop func(context.Context) error }

type Lifecycle interface{ Append(Hook) }

type HookFunc interface {
	~func() | ~func(context.Context) error | ~func() error | ~func(context.Context)
}

func StopHook[T HookFunc](stop T) Hook { return Hook{} }
