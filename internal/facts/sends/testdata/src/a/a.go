package a

type Chat struct {
	Answers chan string
	hidden  chan string
}

func (c *Chat) Talk() { // want Talk:"sends on 0.Answers"
	c.Answers <- "hello"
	c.hidden <- "hello"
}

func Run(n int, out chan<- int) { // want Run:"sends on 1. later"
	go func() { out <- n }()
}

func (c *Chat) Try() {
	select {
	case c.Answers <- "hello":
	default:
	}
}

func Callback(out chan<- int) func() { return func() { out <- 1 } }

func own() { make(chan int) <- 1 }
