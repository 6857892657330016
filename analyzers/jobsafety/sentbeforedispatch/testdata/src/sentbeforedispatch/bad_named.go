package sentbeforedispatch

import (
	"context"
	"log"
)

type notice struct {
	ID   int64
	Text string
}

type notices interface {
	MarkSent(ctx context.Context, id int64) error
	MarkFailed(ctx context.Context, id int64) error
	UpdateStatus(ctx context.Context, id int64, status string) error
	RunInTx(ctx context.Context, f func(ctx context.Context) error) error
}

type courier interface {
	Deliver(ctx context.Context, n notice) error
}

type desk struct {
	notices notices
	courier courier
}

func (d *desk) one(ctx context.Context, n notice) error {
	if err := d.notices.MarkSent(ctx, n.ID); err != nil { // want `work is lost without an error when d.courier.Deliver \(line 33\) fails or the process exits before it: d.notices.MarkSent has already stored it as sent`
		return err
	}
	return d.courier.Deliver(ctx, n)
}

func (d *desk) all(ctx context.Context, list []notice) {
	for _, n := range list {
		if err := d.notices.UpdateStatus(ctx, n.ID, "delivered"); err != nil { // want `d.notices.UpdateStatus has already stored it as delivered`
			continue
		}
		if err := d.courier.Deliver(ctx, n); err != nil {
			log.Print(err)
		}
	}
}
