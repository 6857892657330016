package main

func background() {
	go tick(1)       // want `a panic in tick crashes the process`
	go func(n int) { // want `a panic in tick crashes the process`
		tick(n)
	}(2)
}

func tick(int) {}
