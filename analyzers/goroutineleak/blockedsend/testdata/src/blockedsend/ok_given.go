package blockedsend

import "context"

// No context is in scope.
func Forward(in <-chan int, out chan<- int) {
	for n := range in {
		out <- n
	}
}

// The send waits for it.
func Copy(ctx context.Context, in <-chan int, out chan<- int) {
	for {
		select {
		case <-ctx.Done():
			return
		case n := <-in:
			select {
			case out <- n:
			case <-ctx.Done():
				return
			}
		}
	}
}

// The receiver is here, and stays until the channel is closed.
func Sum(ctx context.Context) int {
	numbers, total := make(chan int), 0
	go func() {
		defer close(numbers)
		count(ctx, numbers)
	}()
	for n := range numbers {
		total += n
	}
	return total
}

func count(ctx context.Context, out chan<- int) {
	for n := range 10 {
		if ctx.Err() != nil {
			return
		}
		out <- n
	}
}

// The channel was received with the request, and belongs to it.
type inquiry struct {
	id     int
	answer chan int
}

func Answer(ctx context.Context, inquiries <-chan inquiry) {
	for {
		select {
		case <-ctx.Done():
			return
		case i := <-inquiries:
			i.answer <- i.id
		}
	}
}

func Ask(id int, inquiries chan<- inquiry) int {
	i := inquiry{id: id, answer: make(chan int)}
	inquiries <- i
	return <-i.answer
}

// Only Background is ever passed.
func tellAll(ctx context.Context, out chan<- int) {
	out <- 1
}

func TellAll(out chan<- int) { tellAll(context.Background(), out) }
