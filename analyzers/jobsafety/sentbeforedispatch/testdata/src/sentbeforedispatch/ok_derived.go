package sentbeforedispatch

import (
	"context"
	"fmt"
	"log"
)

// The text that is sent says how many were mailed before, and is made of nothing else.
func (d *digest) count(ctx context.Context, batch []notice) {
	if err := d.mark.MarkMailed(ctx, batch); err != nil {
		log.Print(err)
		return
	}
	total := len(batch)
	if err := d.send.Send(fmt.Sprint(total)); err != nil {
		log.Print(err)
	}
}

// It is mailed first.
func (d *digest) first(ctx context.Context, batch []notice) error {
	var text string
	for _, n := range batch {
		text += n.Text
	}
	if err := d.send.Send(text); err != nil {
		return err
	}
	return d.mark.MarkMailed(ctx, batch)
}

type plans interface {
	MarkComplete(ctx context.Context, n notice) error
}

// The work is done, and the message tells of it.
func (d *digest) tell(ctx context.Context, p plans, n notice) {
	if err := p.MarkComplete(ctx, n); err != nil {
		log.Print(err)
	}
	text := fmt.Sprintf("%s is complete", n.Text)
	if err := d.send.Send(text); err != nil {
		log.Print(err)
	}
}
