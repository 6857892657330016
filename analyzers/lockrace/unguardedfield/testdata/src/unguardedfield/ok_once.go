package unguardedfield

import (
	"os/exec"
	"sync"
)

// A child is waited for once, by whoever asks first: the others return when that one has set the code.
type child struct {
	cmd  *exec.Cmd
	once sync.Once
	code int
}

func (c *child) wait() {
	c.once.Do(func() {
		if c.cmd.Wait() != nil {
			c.code = 1
		}
	})
}

func (c *child) Code() int {
	c.wait()
	return c.code
}

func (c *child) Watch() {
	go c.wait()
	go func() { println(c.Code()) }()
}
