// Package fiber stands for the real one.
package fiber

import "context"

type Ctx struct{}

func (c *Ctx) UserContext() context.Context { return context.Background() }
