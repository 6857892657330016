// Package cobra stands for the real one.
package cobra

import "context"

type Command struct{}

func (c *Command) Context() context.Context { return context.Background() }
