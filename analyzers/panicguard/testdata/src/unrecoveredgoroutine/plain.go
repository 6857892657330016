package main

func background() {
	go tick(1)       // want `one in tick ends`
	go func(n int) { // want `one in tick ends`
		tick(n)
	}(2)
}

func tick(int) {}
