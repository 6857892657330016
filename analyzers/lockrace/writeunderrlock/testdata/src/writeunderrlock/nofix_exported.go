package writeunderrlock

import "sync"

// A call is made by a runner, whose exported helpers change the target under its read lock.
type target struct {
	lock    sync.RWMutex
	options options
}

type options struct {
	headers map[string]string
	codes   []int
}

type Call struct{ to *target }

func (c *Call) Do() int {
	c.to.lock.RLock()
	defer c.to.lock.RUnlock()
	return c.Send()
}

func (c *Call) Send() int {
	c.prepare()
	return len(c.to.options.headers)
}

func (c *Call) prepare() {
	if c.to.options.headers == nil {
		c.to.options.headers = make(map[string]string) // want `data race with other readers: c\.to\.options is written while c\.to\.lock is only read-locked, since line 19; no write holds it for writing`
	}
	c.to.options.headers["accept"] = "*/*" // want `c\.to\.options is written while c\.to\.lock`
	if len(c.to.options.codes) == 0 {
		c.to.options.codes = append(c.to.options.codes, 200) // want `c\.to\.options is written while c\.to\.lock`
	}
}
