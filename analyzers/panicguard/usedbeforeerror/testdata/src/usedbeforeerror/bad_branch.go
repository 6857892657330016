package usedbeforeerror

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

type refusal struct{ code int }

func (r *refusal) Error() string { return "refused" }

type reply struct{ Refusal *refusal }

func (c *channel) ask(ok bool) (*reply, error) {
	if !ok {
		return nil, http.ErrServerClosed
	}
	return &reply{}, nil
}

// The error is the one that was tested.
func (c *channel) collect(keep func(*reply)) error {
	r, err := c.ask(c != nil)
	if err != nil {
		return fmt.Errorf("collect: %w", r.Refusal) // want `panic where c.ask fails: r is nil then, and is used in the branch for the error`
	}
	keep(r)
	return nil
}

// The branch works with the result: it is for success.
func escaped(address string) string {
	if u, err := url.Parse(address); err != nil {
		u.RawQuery = strings.ReplaceAll(u.RawQuery, "+", "%20") // want `the result is nil then, and is used in the branch for the error`
		address = u.String()
	}
	return address
}

type desk struct{ code *refusal }

// A field gets it, which the branch for the error does not use.
func (d *desk) fill(c *channel) error {
	r, err := c.ask(d.code != nil)
	d.code = r.Refusal // want `panic where c.ask fails: r is nil then, and is used before the error is tested`
	if err != nil {
		return err
	}
	return nil
}

// It belongs to what is done where the call succeeds.
func (d *desk) note(c *channel, keep func(*reply)) {
	r, err := c.ask(d.code != nil)
	r.Refusal = d.code // want `panic where c.ask fails: r is nil then, and is used before the error is tested`
	if err == nil {
		keep(r)
	}
}
