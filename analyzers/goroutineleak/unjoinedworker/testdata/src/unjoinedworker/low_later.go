package main

import "time"

// The work comes after an hour, and the next start may plan it again.
func (o *orders) later(id string) {
	go func() { // want `the call of Save at line \d+ is lost when the program ends`
		time.Sleep(time.Hour)
		if err := o.books.Save(id, "expired"); err != nil {
			println(err.Error())
		}
	}()
}

// What is no longer wanted is taken away by a later run as well.
func (o *orders) expire(id string) {
	go o.cleanUp(id) // want `the call of Save at line \d+ is lost when the program ends`
}

func (o *orders) cleanUp(id string) {
	if err := o.books.Save(id, "gone"); err != nil {
		println(err.Error())
	}
}
