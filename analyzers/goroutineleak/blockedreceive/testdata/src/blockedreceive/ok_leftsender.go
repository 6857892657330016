package blockedreceive

import "context"

// The sender closes the channel when it leaves.
func watchClosed(ctx context.Context, next func(context.Context) (string, error), use func(string)) {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for {
			line, err := next(ctx)
			if err != nil {
				return
			}
			lines <- line
		}
	}()
	for ctx.Err() == nil {
		use(<-lines)
	}
}

// The receive waits for the context, too.
func watchBoth(ctx context.Context, next func(context.Context) (string, error), use func(string)) {
	lines := make(chan string)
	go func() {
		for {
			line, err := next(ctx)
			if err != nil {
				return
			}
			select {
			case lines <- line:
			case <-ctx.Done():
				return
			}
		}
	}()
	for {
		select {
		case line := <-lines:
			use(line)
		case <-ctx.Done():
			return
		}
	}
}
