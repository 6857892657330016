// Package cobra is a stub.
package cobra

import "context"

type Command struct {
	Use string
	Run func(cmd *Command, args []string)

	ctx      context.Context
	commands []*Command
}

func (c *Command) AddCommand(list ...*Command) { c.commands = append(c.commands, list...) }

func (c *Command) Context() context.Context { return c.ctx }

func (c *Command) ExecuteContext(ctx context.Context) error {
	c.ctx = ctx
	c.Run(c, nil)
	return nil
}
