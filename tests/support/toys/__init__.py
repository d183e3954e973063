"""Small games for the searches and the referee, and copies of games with a fault planted in them."""
