package stopoverwritten

import "time"

// signalLamp ends the goroutine of before.
type signalLamp struct{ stop func() }

func newSignalLamp(b *bus) *signalLamp {
	m := &signalLamp{stop: every(time.Minute, func() {})}
	b.onConnect(m.connected)
	return m
}

func (m *signalLamp) connected() {
	m.stop()
	m.stop = every(time.Second, func() {})
}

func (m *signalLamp) Close() { m.stop() }

// tuner starts one goroutine, however often it is called.
type tuner struct{ stop func() }

func (d *tuner) Turn() {
	if d.stop == nil {
		d.stop = every(time.Second, func() {})
	}
}

func (d *tuner) Close() {
	if d.stop != nil {
		d.stop()
	}
}
