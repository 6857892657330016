package blockedsend

import "context"

type chapter struct{ title string }

type chapters struct{ list []chapter }

// All values are received by each caller.
func (c *chapters) Chapters(ctx context.Context) chan chapter {
	out := make(chan chapter)
	go func() {
		defer close(out)
		for _, ch := range c.list {
			out <- ch
		}
	}()
	return out
}

func (c *chapters) titles(ctx context.Context) (titles []string) {
	for ch := range c.Chapters(ctx) {
		if ch.title == "" {
			continue
		}
		titles = append(titles, ch.title)
	}
	return titles
}
