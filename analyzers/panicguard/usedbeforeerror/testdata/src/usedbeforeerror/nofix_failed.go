package usedbeforeerror

import (
	"context"
	"errors"
	"log"
	"net/http"
)

func (c *channel) status(req *http.Request) error {
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		log.Printf("status %d", resp.StatusCode) // want `panic where http.DefaultClient.Do fails: resp is nil then, and is used in the branch for the error`
		return err
	}
	return resp.Body.Close()
}

func (c *channel) poll(req *http.Request, answer func()) {
	resp, err := http.DefaultClient.Do(req)
	if err != nil || resp == nil {
		answer()
	}
	defer resp.Body.Close() // want `resp is nil then, and is used after the test of the error`
}

func (c *channel) each(ctx context.Context, names []string) (n int) {
	for _, name := range names {
		h, err := c.history(name)
		if err != nil {
			log.Print(errors.Join(err, ctx.Err()))
		}
		n += len(h.messages) // want `h is nil then`
	}
	return n
}
