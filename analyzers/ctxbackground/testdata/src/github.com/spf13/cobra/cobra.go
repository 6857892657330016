// Package cobra stands for the real one.
package cobra

import "context"

type Command struct {
	RunE func(cmd *Command, args []string) error
}

func (c *Command) Context() context.Context { return context.Background() }

func (c *Command) Execute() error                           { return nil }
func (c *Command) ExecuteContext(ctx context.Context) error { return nil }
