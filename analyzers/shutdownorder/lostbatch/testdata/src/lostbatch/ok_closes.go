package lostbatch

import (
	"context"
	"time"
)

// Close stores the rest.
type closing struct {
	to    sink
	rest  []record
	timer *time.Timer
}

func (c *closing) add(r record) {
	c.rest = append(c.rest, r)
	if len(c.rest) == 10 {
		c.save()
	}
}

func (c *closing) save() {
	_ = c.to.Write(context.Background(), c.rest)
	c.rest = nil
}

func (c *closing) Close() { c.end() }

func (c *closing) end() { c.save() }

// Others call what stores it.
type driven struct {
	to   sink
	rest []record
}

func (d *driven) add(r record) {
	d.rest = append(d.rest, r)
	if len(d.rest) == 10 {
		d.save()
	}
}

func (d *driven) save() {
	_ = d.to.Write(context.Background(), d.rest)
	d.rest = nil
}

func (d *driven) Close() {}

func drive(d *driven, in []record) {
	for _, r := range in {
		d.add(r)
	}
	d.save()
	d.Close()
}

// What it has seen is dropped on purpose, and goes nowhere.
type history struct{ seen []record }

func (h *history) add(r record) {
	if len(h.seen) == 100 {
		h.seen = h.seen[:0]
	}
	h.seen = append(h.seen, r)
}

func (h *history) Close() {}

// What a call collects in a value of its own is no part of the connection.
type page struct {
	rows    []record
	pending []record
	total   int
}

type pageConn struct {
	to   sink
	last *record
}

func (c *pageConn) merge(pages []*page) error {
	all := &page{}
	for _, p := range pages {
		all.rows = append(all.rows, p.rows...)
	}
	if err := c.to.Write(context.Background(), all.rows); err != nil {
		return err
	}
	all.rows = nil
	return nil
}

func (c *pageConn) Close() { c.last = nil }
