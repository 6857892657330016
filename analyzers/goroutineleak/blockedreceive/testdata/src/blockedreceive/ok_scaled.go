package blockedreceive

// Five goroutines are started for five receives: both loops run once for each element of one slice.
func gather(sources ...func() []string) (all []string) {
	c := make(chan []string)
	for _, s := range sources {
		go func() { c <- s() }()
	}
	for i := 0; i < len(sources); i++ {
		all = append(all, <-c...)
	}
	return all
}

func none() []string { return nil }

func Gathered() []string { return gather(none, none, none, none, none) }

// A loop whose variable is no number starts goroutines.
func gatherNamed(first string, next func(string) string) (all []string) {
	c, n := make(chan string), 0
	for name := "first"; name != first; name = next(name) {
		n++
		go func() { c <- name }()
	}
	for range n {
		all = append(all, <-c)
	}
	return all
}
