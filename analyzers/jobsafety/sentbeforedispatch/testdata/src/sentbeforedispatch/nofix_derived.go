package sentbeforedispatch

import (
	"context"
	"fmt"
	"log"
	"strings"
)

type marker interface {
	MarkMailed(ctx context.Context, list []notice) error
}

type poster interface {
	Send(text string) error
}

type digest struct {
	mark marker
	send poster
}

// What is sent is made of the records that are marked.
func (d *digest) flush(ctx context.Context, batch []notice) []notice {
	if err := d.mark.MarkMailed(ctx, batch); err != nil { // want `work is lost without an error when d.send.Send \(line 32\) fails or the process exits before it: d.mark.MarkMailed has already stored it as mailed`
		return batch
	}
	var text strings.Builder
	for _, n := range batch {
		fmt.Fprintf(&text, "%s\r\n", n.Text)
	}
	if err := d.send.Send(text.String()); err != nil {
		log.Print(err)
	}
	return nil
}
