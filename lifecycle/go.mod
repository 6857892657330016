module github.com/lifecyclelint/lifecyclelint/lifecycle

go 1.24
