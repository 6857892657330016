package stopoverwritten

import "context"

type job struct {
	name   string
	cancel context.CancelFunc
}

type jobs struct{ all map[string]*job }

func (j *jobs) Add(name string) {
	ctx, cancel := context.WithCancel(context.Background())
	j.all[name] = &job{name: name, cancel: cancel}
	go j.run(ctx)
}

func (j *jobs) run(ctx context.Context) { <-ctx.Done() }

func (j *jobs) Forget(name string) {
	if _, ok := j.all[name]; ok {
		delete(j.all, name) // want `goroutine started at line 15 can no longer be stopped: Forget deletes its cancel function from all`
	}
}
