// Plain is no service.
package main

import "fmt"

func main() { fmt.Println("done") }
