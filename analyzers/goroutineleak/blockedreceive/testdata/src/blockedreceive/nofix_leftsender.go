package blockedreceive

import "context"

// The sender's call of something with the context ends it as well.
func watchFiles(ctx context.Context, next func(context.Context) (string, error), use func(string)) {
	names := make(chan string)
	go func() {
		for {
			name, err := next(ctx)
			if err != nil {
				return
			}
			names <- name
		}
	}()
	for ctx.Err() == nil {
		use(<-names) // want `receive from names blocks forever after the function literal, its sender, leaves the loop at line \d+: it does not wait for ctx.Done\(\)`
	}
}
