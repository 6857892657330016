package callwithoutcontext

import (
	"context"
	"net/http"
	"os"
	"os/exec"
)

type queue struct{ waiting []*http.Request }

// put gives the request the context of the one that it takes the place of.
func (q *queue) put(old, r *http.Request) {
	*r = *r.WithContext(old.Context())
	q.waiting = append(q.waiting, r)
}

// A request that nothing here sends.
func (q *queue) replace(ctx context.Context, old *http.Request, url string) error {
	r, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	q.put(old, r)
	return nil
}

// The end of the context would end the reboot.
func reboot(ctx context.Context) {
	cmd := exec.Command("reboot")
	if err := cmd.Start(); err == nil {
		os.Exit(0)
	}
}
