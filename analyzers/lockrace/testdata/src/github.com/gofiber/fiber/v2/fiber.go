// Package fiber is a stub.
package fiber

type Ctx struct{}

func (c *Ctx) Params(key string, defaultValue ...string) string { return "" }
func (c *Ctx) Get(key string, defaultValue ...string) string    { return "" }
func (c *Ctx) Query(key string, defaultValue ...string) string  { return "" }
func (c *Ctx) Body() []byte                                     { return nil }
func (c *Ctx) SendStatus(status int) error                      { return nil }
func (c *Ctx) JSON(v any) error                                 { return nil }
