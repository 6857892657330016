package b // want package:"has senders"

import "a"

func Send(c *a.Client) error { return c.Send(nil) } // want Send:"sends"

func Start(c *a.Client) { c.Start(nil) }
